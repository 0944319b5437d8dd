/** What official clients let reject without anybody to handle it: the timers of what they wait for, when it ends without an answer. */
export const UNHANDLED_BY_OFFICIALS = ['Request expired. Please try again.', 'Proposal expired'];
