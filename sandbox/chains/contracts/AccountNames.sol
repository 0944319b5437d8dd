// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Names of accounts. Owners sign off chain: the operator verifies their signatures and pays for the transactions.
contract AccountNames {
    struct CoinAddress {
        /// Of a chain. See ENSIP-11.
        uint256 coinType;
        address account;
        uint64 created;
    }

    struct Record {
        address owner;
        /// Unix times in seconds. 0: the name is not registered.
        uint64 registered;
        uint64 updated;
        CoinAddress[] addresses;
        string avatar;
        string bio;
    }

    error NotOperator();
    error NameTaken(string name);

    event Registered(string name, address indexed owner, uint256 coinType);

    address public immutable operator;
    mapping(string name => Record) private records;
    mapping(address account => string[] names) private names;

    constructor(address operator_) {
        operator = operator_;
    }

    function register(string calldata name, uint256 coinType, address owner, string calldata avatar, string calldata bio) external {
        if (msg.sender != operator) revert NotOperator();
        Record storage record = records[name];
        if (record.registered != 0) revert NameTaken(name);
        uint64 time = uint64(block.timestamp);
        record.owner = owner;
        record.registered = time;
        record.updated = time;
        record.addresses.push(CoinAddress(coinType, owner, time));
        record.avatar = avatar;
        record.bio = bio;
        names[owner].push(name);
        emit Registered(name, owner, coinType);
    }

    function recordOf(string calldata name) external view returns (Record memory) {
        return records[name];
    }

    /// Names of an address, oldest first.
    function namesOf(address account) external view returns (string[] memory) {
        return names[account];
    }

    function areRegistered(string[] calldata list) external view returns (bool[] memory registered) {
        registered = new bool[](list.length);
        for (uint256 i; i < list.length; i++) registered[i] = records[list[i]].registered != 0;
    }
}
