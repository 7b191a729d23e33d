// `node --import ./test/support/typescript/register.mjs script.ts` runs TypeScript from source, compiled as Jest does it.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
