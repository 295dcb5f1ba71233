import { endLeanStart } from './lean-start.js';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { configure, nestOptions } from './app.js';
import { httpAdapter } from './platform/http/http-adapter.js';
import { createLogger } from './platform/http/logging.js';
import { currentSettings } from './platform/config/config.module.js';
import { SettingsError } from './platform/config/settings.js';

try {
  const settings = currentSettings();
  const adapter = httpAdapter(settings, createLogger(settings));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are a class in its types only
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, nestOptions);
  await configure(app);
  await app.getHttpAdapter().getInstance().listen({ port: settings.PORT, host: settings.HOST });
  endLeanStart();
} catch (error) {
  process.stderr.write(`SpareSwipe cannot start: ${explain(error)}\n`);
  process.exit(1);
}

/** One sentence for the operator, without the value of any setting. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return `${error.message}.`;
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === 'EADDRINUSE') return `port ${port} is already in use.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'PostgreSQL does not answer at DATABASE_URL.';
  return `${message ?? 'an unknown error'}.`;
}
