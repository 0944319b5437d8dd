// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Swaps at a constant product of reserves. There is one pool for each token, against the coin; two tokens are swapped through the coin. Fee: 0.3 %, kept
/// in the pool. Adding and removing liquidity is open.
contract Exchange {
    using SafeERC20 for IERC20;

    struct Pool {
        uint256 coins;
        uint256 tokens;
    }

    /// Stands for the coin.
    address public constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant FEE_PER_MILLE = 3;

    mapping(address token => Pool) public pools;
    address[] private listed;

    event Swapped(address indexed account, address indexed from, address indexed to, uint256 amount, uint256 received);

    error Expired(uint256 deadline);
    error InsufficientLiquidity(address token);
    error TooLittleReceived(uint256 received, uint256 minimum);
    error WrongValue(uint256 value);

    /// Adds liquidity: the coins of the call, and the tokens that were sent to this contract since the last change of the pool.
    function add(address token) external payable {
        Pool storage pool = pools[token];
        if (pool.coins == 0 && pool.tokens == 0) listed.push(token);
        pool.coins += msg.value;
        pool.tokens = IERC20(token).balanceOf(address(this));
    }

    /// Removes liquidity: parts per mille of both reserves.
    function remove(address token, uint256 perMille, address to) external {
        Pool storage pool = pools[token];
        uint256 coins = (pool.coins * perMille) / 1000;
        uint256 tokens = (pool.tokens * perMille) / 1000;
        pool.coins -= coins;
        pool.tokens -= tokens;
        IERC20(token).safeTransfer(to, tokens);
        pay(to, coins);
    }

    /// Tokens with a pool.
    function tokens() external view returns (address[] memory) {
        return listed;
    }

    /// Amount that a swap gives now.
    function quote(address from, address to, uint256 amount) public view returns (uint256 received) {
        uint256 coins = from == COIN ? amount : coinsFor(from, amount);
        return to == COIN ? coins : tokensFor(to, coins);
    }

    /// Swaps an amount of the caller's, who receives at least the minimum. Tokens need an allowance; coins come with the call.
    function swap(address from, address to, uint256 amount, uint256 minimum, uint256 deadline) external payable returns (uint256 received) {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (msg.value != (from == COIN ? amount : 0)) revert WrongValue(msg.value);
        uint256 coins = amount;
        if (from != COIN) {
            coins = coinsFor(from, amount);
            pools[from].coins -= coins;
            pools[from].tokens += amount;
            IERC20(from).safeTransferFrom(msg.sender, address(this), amount);
        }
        received = coins;
        if (to != COIN) {
            received = tokensFor(to, coins);
            pools[to].coins += coins;
            pools[to].tokens -= received;
        }
        if (received < minimum) revert TooLittleReceived(received, minimum);
        if (to == COIN) pay(msg.sender, received);
        else IERC20(to).safeTransfer(msg.sender, received);
        emit Swapped(msg.sender, from, to, amount, received);
    }

    function coinsFor(address token, uint256 amount) private view returns (uint256) {
        Pool storage pool = pools[token];
        return outputOf(token, amount, pool.tokens, pool.coins);
    }

    function tokensFor(address token, uint256 coins) private view returns (uint256) {
        Pool storage pool = pools[token];
        return outputOf(token, coins, pool.coins, pool.tokens);
    }

    function outputOf(address token, uint256 amount, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256 output) {
        if (reserveIn == 0 || reserveOut == 0) revert InsufficientLiquidity(token);
        uint256 net = amount * (1000 - FEE_PER_MILLE);
        output = (net * reserveOut) / (reserveIn * 1000 + net);
        if (output == 0) revert InsufficientLiquidity(token);
    }

    function pay(address to, uint256 coins) private {
        (bool paid,) = to.call{value: coins}("");
        require(paid, "the coins were refused");
    }
}
