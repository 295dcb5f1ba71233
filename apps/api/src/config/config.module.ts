import { Global, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule, registerAs } from '@nestjs/config';
import { readSettings, Settings } from './settings.js';

/** Reads the settings. Beside the command-line tools of the database, this is the only reader of `process.env`. */
export const currentSettings = registerAs('settings', () => readSettings(process.env));

/** Gives every provider the checked `Settings`; a `.env` file here or at the root of the repository counts too. */
@Global()
@Module({
  imports: [NestConfigModule.forRoot({ envFilePath: ['.env', '../../.env'], load: [currentSettings], cache: true })],
  providers: [{ provide: Settings, inject: [currentSettings.KEY], useFactory: (settings: Settings) => settings }],
  exports: [Settings],
})
export class ConfigModule {}
