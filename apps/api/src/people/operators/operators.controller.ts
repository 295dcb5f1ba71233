import { Controller, Req, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { deskContract } from '@spareswipe/contract/desk';
import { TsRestHandler } from '@ts-rest/nest';
import { implement } from '../../platform/http/implement.js';
import { CurrentOperator, type SignedInOperator } from './current-operator.js';
import { OperatorSessions } from './operator-sessions.service.js';
import { OperatorsService, type LoggedInOperator } from './operators.service.js';

const { login, invitation, accept, ...signedIn } = deskContract.operators;
const byInvitation = { invitation, accept };

@Controller()
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly sessions: OperatorSessions,
  ) {}

  @TsRestHandler({ login })
  @UseGuards(AuthGuard('operator'))
  login(@Req() { operatorLoggedIn }: { operatorLoggedIn: LoggedInOperator }) {
    // the guard's strategy has checked password and code and put the session on the request
    return implement({ login }, { login: () => operatorLoggedIn });
  }

  @TsRestHandler(byInvitation)
  invited() {
    return implement(byInvitation, {
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
