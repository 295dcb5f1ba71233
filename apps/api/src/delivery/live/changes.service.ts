import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { Settings } from '../../platform/config/settings.js';
import { isDirect } from '../../platform/database/is-direct.js';
import { poolOptions } from '../../platform/database/pool-options.js';
import { Streams } from './streams.js';

const CHECK_EVERY_MS = 20_000;
const RESPONSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The one connection of this process that listens for committed changes, which triggers announce. It passes them to the
 * open streams. When the connection is lost, it is opened again and all clients are asked to read their lists again.
 */
@Injectable()
export class Changes implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Live');
  private readonly stop = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly streams: Streams,
  ) {}

  onApplicationBootstrap(): void {
    void this.keepListening();
  }

  onApplicationShutdown(): void {
    this.stop.abort();
  }

  private async keepListening(): Promise<void> {
    const { signal } = this.stop;
    let pauseMs = 500;
    let warned: string | undefined;
    while (!signal.aborted) {
      const since = Date.now();
      await this.listen(signal).catch((error: unknown) => {
        // the same reason again and again, such as a pooler, is logged once; the gauge shows that it lasts
        if (!signal.aborted && String(error) !== warned) this.logger.warn(error);
        warned = String(error);
      });
      if (this.streams.isListening) warned = undefined;
      this.streams.isListening = false;
      pauseMs = Date.now() - since > LONGEST_PAUSE_MS ? 500 : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost, which throws, or the process stops. */
  private async listen(signal: AbortSignal): Promise<void> {
    // the class that knows which of several servers takes writes; a standby refuses LISTEN
    const { Client: ClientOfServers } = poolOptions(this.settings.LISTEN_DATABASE_URL ?? this.settings.DATABASE_URL);
    const client = new ClientOfServers({
      application_name: 'spareswipe-live',
      connectionTimeoutMillis: RESPONSE_MS,
      query_timeout: RESPONSE_MS,
      keepAlive: true,
    });
    const lost = once(client, 'error').then(([error]) => Promise.reject(error as Error));
    try {
      await Promise.race([lost, this.relay(client, signal)]);
    } finally {
      client.on('error', () => undefined); // it may fail once more while it closes
      await client.end().catch(() => undefined);
    }
  }

  private async relay(client: Client, signal: AbortSignal): Promise<void> {
    await client.connect();
    // a pooler accepts LISTEN, but nothing ever arrives
    if (!(await isDirect(client)))
      throw new Error(
        'LISTEN does not work here (a pooler in transaction mode?), so lists refresh by polling: set LISTEN_DATABASE_URL',
      );
    await client.query('LISTEN changes');
    client.on('notification', ({ payload = '' }) => this.streams.changed(payload));
    this.streams.isListening = true;
    this.streams.allChanged();
    // notices a host that vanished without closing the connection
    while (!signal.aborted) {
      await pause(CHECK_EVERY_MS, undefined, { signal });
      await client.query('SELECT');
    }
  }
}
