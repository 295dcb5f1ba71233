import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { deskContract } from '@spareswipe/contract/desk';
import { RequestValidationError } from '@ts-rest/nest';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { clientOf } from '../../platform/http/client.js';
import { OperatorsService } from './operators.service.js';

/** Logs an operator in with password and second factor. */
@Injectable()
export class OperatorStrategy extends PassportStrategy(Strategy, 'operator') {
  constructor(private readonly operators: OperatorsService) {
    super();
  }

  /** Guards run before ts-rest validates, so this validates the body itself, with the same failure. */
  validate(request: FastifyRequest) {
    const { data, error } = deskContract.operators.login.body.safeParse(request.body);
    if (error) throw new RequestValidationError(null, null, null, error);
    return this.operators.login(data, clientOf(request));
  }
}
