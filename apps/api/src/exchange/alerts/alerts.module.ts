import { Module } from '@nestjs/common';
import { UsersModule } from '../../people/users/users.module.js';
import { AlertSettingsService } from './alert-settings.service.js';
import { AlertsController } from './alerts.controller.js';
import { WavesService } from './waves.service.js';

@Module({
  imports: [UsersModule],
  controllers: [AlertsController],
  providers: [AlertSettingsService, WavesService],
  exports: [AlertSettingsService, WavesService],
})
export class AlertsModule {}
