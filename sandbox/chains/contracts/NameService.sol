// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The name registry. In the sandbox it has no access control. See ENSIP-1.
contract NameRegistry {
    mapping(bytes32 => address) public resolver;

    function setResolver(bytes32 node, address resolver_) external {
        resolver[node] = resolver_;
    }
}

/// Records of a name: address, texts by key, and the name of a reverse record. See ENSIP-1, ENSIP-5 and ENSIP-3.
contract NameResolver {
    mapping(bytes32 => address) private addresses;
    mapping(bytes32 => string) public name;
    mapping(bytes32 => mapping(string => string)) public text;

    function addr(bytes32 node) external view returns (address payable) {
        return payable(addresses[node]);
    }

    /// ENSIP-9: coin type 60 is Ethereum.
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return coinType == 60 && addresses[node] != address(0) ? abi.encodePacked(addresses[node]) : bytes("");
    }

    function setAddr(bytes32 node, address value) external {
        addresses[node] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        text[node][key] = value;
    }
}

/// Queries registry and resolver in one call: the subset of the Universal Resolver that clients use. See ENSIP-10, ENSIP-19 and ENSIP-21.
contract UniversalNameResolver {
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    NameRegistry public immutable registry;

    constructor(NameRegistry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata) external view returns (bytes memory, address) {
        address resolver = registry.resolver(nodeOf(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        (bool ok, bytes memory answer) = resolver.staticcall(data);
        require(ok, "the resolver failed");
        return (answer, resolver);
    }

    function reverseWithGateways(bytes calldata lookup, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes32 label = keccak256(bytes(hexOf(lookup)));
        bytes32 reverseNode = keccak256(abi.encodePacked(nodeOf(packetOf("addr.reverse"), 0), label));
        reverseResolver = registry.resolver(reverseNode);
        if (reverseResolver == address(0)) return ("", address(0), address(0));
        primary = NameResolver(reverseResolver).name(reverseNode);
        bytes memory packet = packetOf(primary);
        bytes32 node = nodeOf(packet, 0);
        resolver = registry.resolver(node);
        if (resolver == address(0)) revert ResolverNotFound(packet);
        bytes memory forward = NameResolver(resolver).addr(node, coinType);
        if (keccak256(forward) != keccak256(lookup)) revert ReverseAddressMismatch(primary, forward);
    }

    /// The node (namehash) of a name in DNS packet format.
    function nodeOf(bytes memory packet, uint256 at) private pure returns (bytes32) {
        uint8 length = uint8(packet[at]);
        if (length == 0) return 0;
        bytes memory label = new bytes(length);
        for (uint256 i; i < length; i++) label[i] = packet[at + 1 + i];
        return keccak256(abi.encodePacked(nodeOf(packet, at + 1 + length), keccak256(label)));
    }

    /// A name in DNS packet format: length-prefixed labels, terminated by an empty label.
    function packetOf(string memory name) private pure returns (bytes memory packet) {
        bytes memory text = bytes(name);
        packet = new bytes(text.length + 2);
        uint256 start;
        for (uint256 i; i <= text.length; i++) {
            if (i < text.length && text[i] != ".") continue;
            packet[start] = bytes1(uint8(i - start));
            for (uint256 j = start; j < i; j++) packet[j + 1] = text[j];
            start = i + 1;
        }
    }

    function hexOf(bytes memory data) private pure returns (string memory) {
        bytes memory digits = "0123456789abcdef";
        bytes memory text = new bytes(data.length * 2);
        for (uint256 i; i < data.length; i++) {
            text[2 * i] = digits[uint8(data[i]) >> 4];
            text[2 * i + 1] = digits[uint8(data[i]) & 15];
        }
        return string(text);
    }
}
