import { RouteConfig } from '@nestjs/platform-fastify';

interface Raw {
  bodyLimit: number;
}

/** The body reaches the handler as the text that was sent, up to `bodyLimit` bytes: for what is signed as it was sent. */
export const RawBody = (raw: Raw) => RouteConfig({ raw });

export const rawBodyOf = ({ config }: { config?: unknown }): Raw | undefined =>
  (config as { raw?: Raw } | undefined)?.raw;
