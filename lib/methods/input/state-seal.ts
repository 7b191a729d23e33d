import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const PURPOSE = 'nestjs-mcp request state 1';

/** Encrypts texts so that nobody else can read them, change them, or use them elsewhere. */
export class StateSeal {
  private readonly keys: readonly Buffer[];

  /** @param secrets the first one seals, all of them open */
  constructor(secrets: readonly (string | Uint8Array)[]) {
    this.keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_LENGTH)));
  }

  /** @param binding where the text may be used; it is not part of the sealed text */
  seal(text: string, binding: string): string {
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv(CIPHER, this.keys[0]!, nonce, { authTagLength: TAG_LENGTH });
    cipher.setAAD(Buffer.from(binding));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
  }

  /** The text; undefined when it was not sealed by one of the keys for this binding, or was changed. */
  open(sealed: string, binding: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Node skips characters that are no base64, so that there were many spellings of one state.
    if (bytes.length < NONCE_LENGTH + TAG_LENGTH || bytes.toString('base64url') !== sealed) {
      return undefined;
    }
    for (const key of this.keys) {
      const text = decrypt(bytes, key, binding);
      if (text !== undefined) {
        return text;
      }
    }
    return undefined;
  }
}

function decrypt(bytes: Buffer, key: Buffer, binding: string): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_LENGTH), {
    authTagLength: TAG_LENGTH,
  });
  decipher.setAAD(Buffer.from(binding));
  decipher.setAuthTag(bytes.subarray(-TAG_LENGTH));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH)),
      decipher.final(),
    ]).toString();
  } catch {
    return undefined;
  }
}
