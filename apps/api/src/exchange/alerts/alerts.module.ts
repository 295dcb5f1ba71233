import { Module } from '@nestjs/common';
import { UsersModule } from '../../people/users/users.module.js';
import { AlertSettingsService } from './alert-settings.service.js';
import { AlertsController } from './alerts.controller.js';
import { ReachService } from './reach.service.js';
import { WavesService } from './waves.service.js';

@Module({
  imports: [UsersModule],
  controllers: [AlertsController],
  providers: [AlertSettingsService, WavesService, ReachService],
  exports: [AlertSettingsService, WavesService, ReachService],
})
export class AlertsModule {}
