import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { FromClient, type Client } from '../http/client.js';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { PushService } from './push.service.js';

@Controller()
export class PushController {
  constructor(private readonly push: PushService) {}

  @TsRestHandler(contract.push)
  routes(@CurrentStudent() student: SignedInStudent, @FromClient() { userAgent }: Client) {
    return tsRestHandler(contract.push, {
      devices: async () => ({ status: 200, body: { success: true, ...(await this.push.devices(student.id)) } }),
      subscribe: async ({ body }) => ({
        status: 201,
        body: { success: true, device: await this.push.subscribe(student, body, userAgent) },
      }),
      unsubscribe: async ({ params }) => {
        await this.push.unsubscribe(student.id, params.id);
        return { status: 200, body: { success: true, message: 'This device no longer gets notifications' } };
      },
    });
  }
}
