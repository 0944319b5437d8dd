// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// Pays for the user operations that its signer has signed, from its deposit at EntryPoint 0.7. For development only: its deposit stays there.
contract VerifyingPaymaster is PaymasterSigner, SignerECDSA {
    constructor(address signer) EIP712("Sandbox Paymaster", "1") SignerECDSA(signer) {}

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V07;
    }

    function deposit() external payable {
        _deposit(msg.value);
    }
}
