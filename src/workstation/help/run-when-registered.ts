import type { CommandRegistry } from '../../plugin-api/index.ts';

/** Runs a command as soon as it is registered: right after signing in, the code with the commands of the desk may still be on its way. */
export async function runWhenRegistered(commands: CommandRegistry, id: string): Promise<void> {
  if (commands.get(id) === undefined)
    await new Promise<void>((resolve) => {
      const stop = commands.subscribe(() => {
        if (commands.get(id) === undefined) return;
        stop();
        resolve();
      });
    });
  await commands.run(id);
}
