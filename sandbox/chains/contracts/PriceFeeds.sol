// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Prices of coins and tokens in US dollars, in rounds, as an aggregator has them. A feed is named by its asset in CAIP-19. Publishing is open.
contract PriceFeeds {
    struct Round {
        uint192 price;
        uint64 updatedAt;
    }

    /// Of all prices.
    uint8 public constant decimals = 8;

    mapping(string asset => Round[]) private feeds;

    event AnswerUpdated(string asset, uint256 current, uint256 indexed roundId, uint256 updatedAt);

    error NoData(string asset, uint256 roundId);
    error OutOfOrder(string asset, uint256 updatedAt);

    /// Adds a round. Rounds of an asset are in the order of their times.
    function publish(string calldata asset, uint192 price, uint64 updatedAt) external {
        Round[] storage rounds = feeds[asset];
        if (rounds.length > 0 && rounds[rounds.length - 1].updatedAt > updatedAt) revert OutOfOrder(asset, updatedAt);
        rounds.push(Round(price, updatedAt));
        emit AnswerUpdated(asset, price, rounds.length, updatedAt);
    }

    function latestRoundData(string calldata asset)
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(asset, uint80(feeds[asset].length));
    }

    /// Rounds are numbered from 1.
    function getRoundData(string calldata asset, uint80 id)
        public
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round[] storage rounds = feeds[asset];
        if (id == 0 || id > rounds.length) revert NoData(asset, id);
        Round storage round = rounds[id - 1];
        return (id, int256(uint256(round.price)), round.updatedAt, round.updatedAt, id);
    }

    /// Id of the round of an asset that was the latest at a time; 0 if there was none.
    function roundAt(string calldata asset, uint256 time) external view returns (uint80) {
        Round[] storage rounds = feeds[asset];
        uint256 low = 0;
        uint256 high = rounds.length;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            if (rounds[middle].updatedAt <= time) low = middle + 1;
            else high = middle;
        }
        return uint80(low);
    }
}
