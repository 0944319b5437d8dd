// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// Draws a picture for a number: rings of two colors.
library Pictures {
    using Strings for uint256;

    function image(uint256 id) private pure returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(id)));
        string memory hue = (seed % 360).toString();
        string memory other = ((seed >> 16) % 360).toString();
        string memory radius = (16 + (seed >> 32) % 12).toString();
        bytes memory svg = abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(',
            hue,
            ',60%,30%)"/><circle cx="32" cy="32" r="',
            radius,
            '" fill="none" stroke="hsl(',
            other,
            ',80%,70%)" stroke-width="8"/></svg>'
        );
        return string.concat("data:image/svg+xml;base64,", Base64.encode(svg));
    }

    function metadata(string memory name, uint256 id) internal pure returns (string memory) {
        bytes memory json = abi.encodePacked('{"name":"', name, " #", id.toString(), '","image":"', image(id), '"}');
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }
}

/// An ERC-721 with open minting. It draws its pictures.
contract SandboxPictures is ERC721 {
    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function burn(uint256 id) external {
        _update(address(0), id, msg.sender);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return Pictures.metadata(name(), id);
    }
}

/// An ERC-1155 with open minting. It draws its pictures.
contract SandboxEditions is ERC1155("") {
    string public constant name = "Sandbox Edition";

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }

    function uri(uint256 id) public pure override returns (string memory) {
        return Pictures.metadata(name, id);
    }
}
