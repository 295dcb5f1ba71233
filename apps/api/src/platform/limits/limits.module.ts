import { Global, Module } from '@nestjs/common';
import { Devices } from './devices.js';
import { LoginLimits } from './login-limits.service.js';
import { RateLimits } from './rate-limits.service.js';

@Global()
@Module({ providers: [RateLimits, LoginLimits, Devices], exports: [RateLimits, LoginLimits, Devices] })
export class LimitsModule {}
