import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { FromClient, type Client } from '../../platform/http/client.js';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { PushService } from './push.service.js';

@Controller()
export class PushController {
  constructor(private readonly push: PushService) {}

  @TsRestHandler(contract.push)
  routes(@CurrentStudent() student: SignedInStudent, @FromClient() { userAgent }: Client) {
    return implement(contract.push, {
      devices: () => this.push.devices(student.id),
      subscribe: async ({ body }) => ({ device: await this.push.subscribe(student, body, userAgent) }),
      unsubscribe: async ({ params }) => {
        await this.push.unsubscribe(student.id, params.id);
        return { message: 'This device no longer gets notifications' };
      },
    });
  }
}
