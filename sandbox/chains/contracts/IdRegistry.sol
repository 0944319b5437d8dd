// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Farcaster ids and the addresses that have their custody, read as in Farcaster's contract. Registration is open, and names are here, too.
contract IdRegistry {
    uint256 public idCounter;
    mapping(address custody => uint256 fid) public idOf;
    mapping(uint256 fid => address custody) public custodyOf;
    mapping(uint256 fid => string name) public nameOf;

    function register(address custody, string calldata name) external returns (uint256 fid) {
        require(idOf[custody] == 0, "has an id");
        fid = ++idCounter;
        idOf[custody] = fid;
        custodyOf[fid] = custody;
        nameOf[fid] = name;
    }

    /// Gives an id to another address, as after a stolen custody key.
    function transfer(uint256 fid, address to) external {
        require(custodyOf[fid] != address(0) && idOf[to] == 0, "not possible");
        delete idOf[custodyOf[fid]];
        idOf[to] = fid;
        custodyOf[fid] = to;
    }
}
