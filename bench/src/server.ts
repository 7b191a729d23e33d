// The measured app: a tool `echo` and `$TOOL_COUNT - 1` others at /mcp, and the same routes over plain HTTP.
import { createApp } from './app/create-app.js';
import { readAdapter, readSettings } from './app/environment.js';
import { PreparedList } from './app/prepared-list.js';
import { serveParent } from './process/server-messages.js';

const settings = readSettings();
const app = await createApp(readAdapter(), settings);
const preparedList = settings.preparedList ? new PreparedList(app) : undefined;
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
const url = await app.getUrl();
await preparedList?.prepare(url);
serveParent({ url });
