// Loaded into the API by `start` (node --import): ends it when the process that started it is gone, however it went.
const GRACE_MS = 5_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Waiting for that must not keep the process alive.
process.channel?.unref();
