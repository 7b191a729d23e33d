import { Duplex } from 'node:stream';

/**
 * One end of a connection within the process. As with a Unix domain socket there is no address of the peer. What Node's
 * HTTP calls on sockets beside a stream's methods is there, and does nothing.
 */
class MemorySocket extends Duplex {
  peer!: MemorySocket;
  private whenTaken?: () => void;

  constructor() {
    super({ allowHalfOpen: false });
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    const { whenTaken } = this;
    this.whenTaken = undefined;
    whenTaken?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const { peer } = this;
    if (peer.destroyed) {
      done(new Error('The other end of the connection is closed'));
    } else if (peer.push(chunk)) {
      done();
    } else {
      peer.whenTaken = done;
    }
  }

  override _final(done: () => void): void {
    if (!this.peer.destroyed) {
      this.peer.push(null);
    }
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this;
    // Who has ended first has said all there is, and the other end reads it in its own time.
    if (!this.writableFinished && !peer.destroyed) {
      process.nextTick(() => peer.destroy());
    }
    const { whenTaken } = this;
    this.whenTaken = undefined;
    whenTaken?.();
    done(error);
  }
}

/** The two ends of a connection. */
export function connectInMemory(): [Duplex, Duplex] {
  const [one, other] = [new MemorySocket(), new MemorySocket()];
  one.peer = other;
  other.peer = one;
  return [one, other];
}
