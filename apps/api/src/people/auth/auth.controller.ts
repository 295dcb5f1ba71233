import { Controller, Req, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { FromClient, type Client } from '../../platform/http/client.js';
import { implement } from '../../platform/http/implement.js';
import { AccountLinks } from './account-links.service.js';
import { AuthService, type LoggedIn } from './auth.service.js';

/** The same whether the address is known, unknown or verified. */
const LINK_SENT = 'If this address needs one, a new link is on its way. Please check your inbox.';

/** Each way to log in is a passport strategy, and its route has its own guard. */
const { login, ...others } = contract.auth;

@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly links: AccountLinks,
  ) {}

  @TsRestHandler({ login })
  @UseGuards(AuthGuard('password'))
  login(@Req() { loggedIn }: { loggedIn: LoggedIn }) {
    // the guard's strategy has checked the password and put the session on the request
    return implement({ login }, { login: () => loggedIn });
  }

  @TsRestHandler(others)
  routes(@FromClient() client: Client) {
    return implement(others, {
      register: async ({ body }) => {
        const user = await this.auth.register(body, client);
        return { user, message: 'Registration successful! Please check your email to verify your account.' };
      },
      verifyEmail: ({ params }) => this.auth.verifyEmail(params.token, client),
      resendVerification: async ({ body: { email } }) => {
        await this.links.ask({ purpose: 'verify', email }, client);
        return { message: LINK_SENT };
      },
      forgotPassword: async ({ body: { email } }) => {
        await this.links.ask({ purpose: 'reset', email }, client);
        return { message: LINK_SENT };
      },
      resetPassword: async ({ body }) => {
        const device = await this.auth.resetPassword(body, client);
        return { message: 'Your password was changed. Please log in.', device };
      },
    });
  }
}
