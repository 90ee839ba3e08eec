import type { CommandRegistry } from '../../plugin-api/index.ts';

/** Waits for a command: right after signing in, the code with the commands of the desk may still be on its way. */
export async function whenRegistered(
  commands: Pick<CommandRegistry, 'get' | 'subscribe'>,
  id: string,
): Promise<void> {
  if (commands.get(id) !== undefined) return;
  await new Promise<void>((resolve) => {
    const stop = commands.subscribe(() => {
      if (commands.get(id) === undefined) return;
      stop();
      resolve();
    });
  });
}

/** Runs a command as soon as it is registered. */
export async function runWhenRegistered(commands: CommandRegistry, id: string): Promise<void> {
  await whenRegistered(commands, id);
  await commands.run(id);
}
