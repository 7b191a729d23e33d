#!/usr/bin/env node
import { bridgeCommand } from './bridge-command.js';
import { UsageError } from './usage-error.js';

const USAGE = `Usage: nestjs-mcp bridge <url> [options]

Carries MCP messages between standard input and output and a server that speaks Streamable HTTP, for clients
that can only start a program.

Options:
  --header 'Name: value'  a header of every request; may be given more than once. \${NAME} in the value is
                          the environment variable NAME
  --token-env NAME        the environment variable that holds a token, sent as "Authorization: Bearer <token>";
                          NESTJS_MCP_TOKEN when it is set
  --help                  shows this text

Example:
  nestjs-mcp bridge https://api.example.com/mcp --token-env API_TOKEN
`;

const [command, ...args] = process.argv.slice(2);

if (command === undefined || command === 'help' || [command, ...args].includes('--help')) {
  // On standard error when a client has started it by mistake, and takes all else for messages.
  (command === undefined ? process.stderr : process.stdout).write(USAGE);
  process.exitCode = command === undefined ? 2 : 0;
} else {
  try {
    if (command !== 'bridge') {
      throw new UsageError(`There is no command "${command}"`);
    }
    await bridgeCommand(args, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    process.stderr.write(`nestjs-mcp: ${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  }
}
