import { Controller, Get, Header } from '@nestjs/common';
import { Open } from '../http/access.js';
import { Settings } from '../config/settings.js';
import { docsPage } from './docs-page.js';

@Open()
@Controller('api')
export class DocsController {
  private made: Promise<{ document: Buffer; page: Buffer }> | undefined;

  constructor(private readonly settings: Settings) {}

  @Get('openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  async openApi() {
    return (await this.load()).document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  async page() {
    return (await this.load()).page;
  }

  /** Made once, at the first use, so that neither the boot nor later calls wait for it. */
  private load() {
    this.made ??= import('./open-api.js').then(async ({ openApi }) => {
      const document = await openApi(this.settings.APP_ORIGIN);
      return { document: Buffer.from(JSON.stringify(document)), page: Buffer.from(docsPage(document)) };
    });
    return this.made;
  }
}
