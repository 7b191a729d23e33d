/** What the tools are called with, unless the size matters. */
export const ARGUMENTS = { message: 'The quick brown fox jumps over the lazy dog.', count: 3 };
