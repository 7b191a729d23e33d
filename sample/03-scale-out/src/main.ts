import { startDeployment } from './deployment/deployment.js';
import type { Deployment } from './deployment/deployment.js';

const port = Number(process.env.PORT ?? 3000);

let deployment: Deployment;
try {
  deployment = await startDeployment({ port, redisUrl: process.env.REDIS_URL });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const { origin, redisUrl, instances } = deployment;

console.log(`
Two instances are there.

  MCP    ${origin}/mcp   (each request goes to the next instance)
${instances.map((instance) => `  ${instance.name}      ${instance.origin}/mcp`).join('\n')}
  Redis  ${redisUrl}

Connect a client:
  claude mcp add --transport http stock ${origin}/mcp
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void deployment.stop().then(() => process.exit(0)));
}
