import { head, refusal, talk } from '../../../test/support/raw-http.js';
import { startCampus } from '../../../test/support/campus.js';

const { api } = await startCampus();

it('cuts off clients that dribble their headers or their body [asvs V4.2c]', async () => {
  const [headers, body] = await Promise.all([
    talk(api.url, 'GET /api/health/live HTTP/1.1\r\nhost: a\r\n', 'x-a: b\r\n'),
    talk(api.url, head('POST /api/auth/login', 'content-length: 9000'), ' '),
  ]);
  expect(headers).toEqual(refusal(408));
  expect(body).toEqual(refusal(408));
});
