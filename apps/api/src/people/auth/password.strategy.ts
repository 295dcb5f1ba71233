import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { contract } from '@spareswipe/contract';
import { RequestValidationError } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { clientOf } from '../../platform/http/client.js';
import { AuthService, type LoggedIn } from './auth.service.js';

/** Logs in with an e-mail and a password. `passport-local` would also take both from the query, which proxies log. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(private readonly auth: AuthService) {
    super();
  }

  /** Guards run before ts-rest validates, so this validates the body itself, with the same failure. */
  validate(request: FastifyRequest): Promise<LoggedIn> {
    const { data, error } = contract.auth.login.body.safeParse(request.body);
    if (error) throw new RequestValidationError(null, null, null, error);
    return this.auth.login(data, clientOf(request));
  }
}
