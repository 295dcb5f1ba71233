import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { FromClient, type Client } from '../http/client.js';
import { AuthService } from './auth.service.js';

/** The answer is the same whether the address is known, unknown or verified. */
const LINK_SENT = 'If this address needs one, a new link is on its way. Please check your inbox.';

@Controller()
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @TsRestHandler(contract.auth)
  routes(@FromClient() client: Client) {
    return tsRestHandler(contract.auth, {
      register: async ({ body }) => {
        const user = await this.auth.register(body, client);
        const message = 'Registration successful! Please check your email to verify your account.';
        return { status: 201, body: { success: true, user, message } };
      },
      login: async ({ body }) => ({ status: 200, body: { success: true, ...(await this.auth.login(body, client)) } }),
      verifyEmail: async ({ params }) => {
        const verified = await this.auth.verifyEmail(params.token, client);
        const message = verified ? 'Email verified successfully!' : 'Your email is already verified. Please log in.';
        return { status: 200, body: { success: true, ...verified, message } };
      },
      resendVerification: async ({ body }) => {
        await this.auth.resendVerification(body, client);
        return { status: 200, body: { success: true, message: LINK_SENT } };
      },
      forgotPassword: async ({ body }) => {
        await this.auth.forgotPassword(body, client);
        return { status: 200, body: { success: true, message: LINK_SENT } };
      },
      resetPassword: async ({ body }) => {
        await this.auth.resetPassword(body);
        return { status: 200, body: { success: true, message: 'Your password was changed. Please log in.' } };
      },
    });
  }
}
