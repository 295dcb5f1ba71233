// `start` loads this into the API (node --import): it ends the API when the process that started it ends for any reason.
const GRACE_MS = 5_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
