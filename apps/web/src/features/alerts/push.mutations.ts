import type { PushDevice } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { soon } from '../../shared/api/reload';
import { useStudent } from '../../shared/session/session';
import { subscribeThisDevice, unsubscribeThisDevice } from './push';
import { myDevices } from './push.queries';

/** Lets this browser get notifications, after the browser has asked the student. The data is false if they said no. */
export function useSubscribe(publicKey: string) {
  const { _id } = useStudent();
  return useDeviceMutation(() => subscribeThisDevice(publicKey, _id), 'Failed to turn on notifications');
}

export function useUnsubscribe() {
  return useDeviceMutation((device: PushDevice) => unsubscribeThisDevice(device), 'Failed to turn off notifications');
}

export function useRemoveDevice() {
  return useDeviceMutation(
    (id: string) => unwrap(api.push.unsubscribe({ params: { id } })),
    'Failed to remove the device',
  );
}

function useDeviceMutation<Data, Variables = void>(
  mutationFn: (variables: Variables) => Promise<Data>,
  failure: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => soon(queryClient.invalidateQueries({ queryKey: myDevices.queryKey })),
    meta: { failure },
  });
}
