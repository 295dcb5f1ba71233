import { Global, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule, registerAs } from '@nestjs/config';
import { readSettings, Settings } from './settings.js';

/** Reads the settings. Apart from the database commands, nothing else reads `process.env`. */
export const currentSettings = registerAs('settings', () => readSettings(process.env));

/** Provides the checked `Settings`, from the environment and from `.env` here or at the root of the repository. */
@Global()
@Module({
  imports: [NestConfigModule.forRoot({ envFilePath: ['.env', '../../.env'], load: [currentSettings], cache: true })],
  providers: [{ provide: Settings, inject: [currentSettings.KEY], useFactory: (settings: Settings) => settings }],
  exports: [Settings],
})
export class ConfigModule {}
