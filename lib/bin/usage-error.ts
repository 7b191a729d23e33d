/** A command line that cannot be carried out. The message says why. */
export class UsageError extends Error {}
