import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { isId } from '../common/ids.js';
import { Settings } from '../config/settings.js';
import { checking } from './jwt.js';
import type { Claims } from './sessions.service.js';

/** Whether we signed the token. Whether its session still lives is the access guard's question to the database. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(settings: Settings) {
    super(checking(settings));
  }

  validate({ sub, sid }: Claims): Claims | false {
    return isId(sub) && isId(sid) && { sub, sid };
  }
}
