import type { RequestId } from './json-rpc.js';
import { SerializedResult } from './method.js';

/** Clients count their requests from 0 or 1, so that most that ask for a list do it under one of few ids. */
const KEPT_IDS = 8;

/** A result that many requests get as it is: its bytes are made once. */
export class PreparedResult extends SerializedResult {
  private readonly kept: Buffer[] = [];
  private bytes?: Buffer;

  /**
   * The response with this id, in bytes. Responses to the lowest ids are kept.
   *
   * @param idText the id as JSON
   */
  response(id: RequestId, idText: string): Buffer {
    const isKept = typeof id === 'number' && id >= 0 && id < KEPT_IDS;
    if (!isKept) {
      return this.create(idText);
    }
    this.kept[id] ??= this.create(idText);
    return this.kept[id];
  }

  private create(idText: string): Buffer {
    this.bytes ??= Buffer.from(this.json);
    return Buffer.concat([
      Buffer.from(`{"jsonrpc":"2.0","id":${idText},"result":`),
      this.bytes,
      Buffer.from('}'),
    ]);
  }
}
