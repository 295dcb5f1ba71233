import { Body, Controller, Get, HttpCode, Param, Post, Redirect, Req } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import { Open } from '../../platform/http/access.js';
import { FromClient, type Client } from '../../platform/http/client.js';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { SignOnService } from './sign-on.service.js';

@Controller()
export class SignOnController {
  constructor(private readonly signOn: SignOnService) {}

  @TsRestHandler(contract.signOn)
  routes(@CurrentStudent() student: SignedInStudent, @FromClient() client: Client) {
    return implement(contract.signOn, {
      campuses: () => ({ campuses: this.signOn.offered() }),
      start: ({ body }) => this.signOn.start(body),
      startSignedIn: ({ body }) => this.signOn.startSignedIn(student, body),
      trade: ({ body }) => this.signOn.trade(body, client),
      complete: ({ body }) => this.signOn.complete(body, client),
      mailLink: async ({ body }) => {
        await this.signOn.mailLink(body, client);
        return { message: 'If an account has this address, a link is on its way. Please check your inbox.' };
      },
      followLink: ({ body }) => this.signOn.followLink(body, client),
      mine: () => this.signOn.mine(student),
    });
  }

  /** Where the provider sends the browser back. The code is in the fragment, which no server gets to see. */
  @Open()
  @Get('api/auth/sign-on/:provider/callback')
  @Redirect()
  async callback(@Param('provider') provider: string, @Req() { url }: FastifyRequest) {
    const code = await this.signOn.callback(provider, new URL(url, 'http://here').search);
    // a code that nothing has, so that the tab says that the sign-on is over
    return { url: `/sign-on#${code ?? 'over'}`, statusCode: 303 };
  }

  /** Called by the provider (OpenID Connect Back-Channel Logout). */
  @Open()
  @Post('api/auth/sign-on/:provider/logged-out')
  @HttpCode(200)
  loggedOut(@Param('provider') provider: string, @Body() body: { logout_token?: string }): Promise<void> {
    return this.signOn.loggedOut(provider, body.logout_token);
  }
}
