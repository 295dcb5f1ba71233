import { Global, Module } from '@nestjs/common';
import { LoginLimits } from './login-limits.service.js';
import { RateLimits } from './rate-limits.service.js';

@Global()
@Module({ providers: [RateLimits, LoginLimits], exports: [RateLimits, LoginLimits] })
export class LimitsModule {}
