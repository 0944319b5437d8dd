/** Takes no snapshots. */
export class SnapshotManager {}
