import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api/client';

/** Records that a student opened a request from its alert: `/requests?open=ID&alert=1`. Runs in the background. */
export function AlertOpened() {
  const [params] = useSearchParams();
  const requestId = params.has('alert') ? params.get('open') : null;
  useEffect(() => {
    if (requestId) api.alerts.opened({ body: { requestId } }).catch(() => undefined);
  }, [requestId]);
  return null;
}
