// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// An ERC-20 with permit (ERC-2612) and open minting.
contract SandboxToken is ERC20, ERC20Permit {
    uint8 private immutable places;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) ERC20Permit(name_) {
        places = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// A token from before ERC-20: name and symbol are bytes32, and transfer returns nothing.
contract OldToken {
    bytes32 public constant name = "Old Token";
    bytes32 public constant symbol = "OLD";
    uint256 public constant decimals = 2;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// An ERC-721 with open minting and on-chain metadata.
contract SandboxCollectible is ERC721 {
    constructor() ERC721("Sandbox Collectible", "SBX") {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return 'data:application/json,{"name":"Collectible","image":"https://pictures.example/collectible.png"}';
    }
}
