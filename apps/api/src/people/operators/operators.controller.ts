import { Controller } from '@nestjs/common';
import { deskContract } from '@spareswipe/contract/desk';
import { TsRestHandler } from '@ts-rest/nest';
import { FromClient, type Client } from '../../platform/http/client.js';
import { implement } from '../../platform/http/implement.js';
import { CurrentOperator, type SignedInOperator } from './current-operator.js';
import { OperatorSessions } from './operator-sessions.service.js';
import { OperatorsService } from './operators.service.js';

const { login, invitation, accept, ...signedIn } = deskContract.operators;
const signedOut = { login, invitation, accept };

@Controller()
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly sessions: OperatorSessions,
  ) {}

  @TsRestHandler(signedOut)
  loggingIn(@FromClient() client: Client) {
    return implement(signedOut, {
      login: ({ body }) => this.operators.login(body, client),
      invitation: ({ body }) => this.operators.invitation(body.token),
      accept: ({ body }) => this.operators.accept(body),
    });
  }

  @TsRestHandler(signedIn)
  routes(@CurrentOperator() operator: SignedInOperator) {
    const { id: _id, email, campus, sessionId } = operator;
    return implement(signedIn, {
      me: () => ({ operator: { _id, email, campus } }),
      confirm: async ({ body }) => {
        await this.operators.confirm(operator, body.code);
        return { message: 'Confirmed' };
      },
      logout: async () => {
        await this.sessions.end(sessionId);
        return { message: 'Logged out' };
      },
    });
  }
}
