import { Controller, Get, Param, Redirect } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { Open } from '../../platform/http/access.js';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { AlertSettingsService } from './alert-settings.service.js';
import { WavesService } from './waves.service.js';

@Controller()
export class AlertsController {
  constructor(
    private readonly settings: AlertSettingsService,
    private readonly waves: WavesService,
  ) {}

  @TsRestHandler(contract.alerts)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.alerts, {
      settings: async () => ({ settings: await this.settings.of(student) }),
      changeSettings: async ({ body }) => ({ settings: await this.settings.change(student, body) }),
      test: async () => ({ sent: await this.waves.sendTest(student) }),
      opened: async ({ body }) => {
        await this.waves.markOpened(student.id, body.requestId);
        return { message: 'Noted' };
      },
      unsubscribe: async ({ params }) => {
        await this.settings.unsubscribe(params.token);
        return { message: 'You will not get alerts by mail any longer.' };
      },
    });
  }

  /** Mail programs without one-click unsubscribe open its address in a browser. The page asks: mail scanners open links, too. */
  @Open()
  @Get('api/alerts/unsubscribe/:token')
  @Redirect()
  unsubscribePage(@Param('token') token: string) {
    return { url: `/unsubscribe/${encodeURIComponent(token)}`, statusCode: 303 };
  }
}
