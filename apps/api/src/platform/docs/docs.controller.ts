import { Controller, Get, Header } from '@nestjs/common';
import { Open } from '../http/access.js';
import { Settings } from '../config/settings.js';
import type { OpenApi } from './open-api.js';
import { docsPage, docsStyle } from './docs-page.js';

@Open()
@Controller('api')
export class DocsController {
  private document: Promise<OpenApi> | undefined;

  constructor(private readonly settings: Settings) {}

  @Get('openapi.json')
  openApi() {
    return this.load();
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  async page() {
    return docsPage(await this.load());
  }

  @Get('docs.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style() {
    return docsStyle;
  }

  /** Built on first use: nobody waits for it at boot. */
  private load(): Promise<OpenApi> {
    this.document ??= import('./open-api.js').then(({ openApi }) => openApi(this.settings.APP_ORIGIN));
    return this.document;
  }
}
