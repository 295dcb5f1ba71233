import { existsSync } from 'node:fs';
import { Global, Module } from '@nestjs/common';
import { readSettings, Settings } from './settings.js';

let settings: Settings | undefined;

/**
 * The settings, read once from the environment and from `.env` here or at the root of the repository. Apart from the database
 * commands, nothing else reads `process.env`.
 */
export function currentSettings(): Settings {
  if (settings) return settings;
  for (const file of ['.env', '../../.env']) if (existsSync(file)) process.loadEnvFile(file);
  return (settings = readSettings(process.env));
}

@Global()
@Module({ providers: [{ provide: Settings, useFactory: currentSettings }], exports: [Settings] })
export class ConfigModule {}
