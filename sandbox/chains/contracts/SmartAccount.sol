// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";

/// An ERC-4337 account of EntryPoint 0.7, composed from OpenZeppelin Contracts. For development only: this composition is not audited.
///
/// Its owner is part of its code and cannot be changed, and it has no storage and no initializer. It executes batches (ERC-7821), all calls or
/// none. Its signatures (ERC-1271) are bound to the account and the chain (ERC-7739), so that one account's is not valid for another of the same
/// owner.
contract SmartAccount is ERC4337Account, ERC7739, ERC7821, ERC721Holder, ERC1155Holder {
    address private immutable _implementation = address(this);

    constructor() EIP712("Latchkey Smart Account", "1") {}

    /// Whose key signs for the account; zero, for which there is no signature, in the contract that the clones share.
    function owner() public view returns (address) {
        return address(this) == _implementation ? address(0) : abi.decode(Clones.fetchCloneArgs(address(this)), (address));
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V07;
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        (address signer, ECDSA.RecoverError error, ) = ECDSA.tryRecoverCalldata(hash, signature);
        return error == ECDSA.RecoverError.NoError && signer == owner();
    }

    function _erc7821AuthorizedExecutor(address caller, bytes32 mode, bytes calldata data) internal view override returns (bool) {
        return caller == address(entryPoint()) || super._erc7821AuthorizedExecutor(caller, mode, data);
    }
}

/// Deploys accounts at addresses that depend on the owner and the salt only, the same on every chain.
contract SmartAccountFactory {
    address public immutable implementation = address(new SmartAccount());

    function addressOf(address owner, bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encode(owner), salt);
    }

    /// Returns the account, which is deployed unless it is already.
    function create(address owner, bytes32 salt) external returns (address account) {
        account = addressOf(owner, salt);
        if (account.code.length == 0) Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encode(owner), salt);
    }
}
