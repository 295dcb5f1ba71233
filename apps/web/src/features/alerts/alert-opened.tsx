import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api/client';

/** Notes that a student came to a request by its alert: `/requests?open=ID&alert=1`. Nobody waits for it. */
export function AlertOpened() {
  const [params] = useSearchParams();
  const requestId = params.has('alert') ? params.get('open') : null;
  useEffect(() => {
    if (requestId) api.alerts.opened({ body: { requestId } }).catch(() => undefined);
  }, [requestId]);
  return null;
}
