import { DockerfileParser, type Copy, type Env, type JSONInstruction } from 'dockerfile-ast';

/** One instruction of a stage, in the form in which it is performed. */
export type DockerfileStep =
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'run'; readonly command: string }
  | {
      readonly kind: 'copy';
      readonly sources: readonly string[];
      readonly target: string;
      /** The stage that the sources are from; undefined: the folder of the project. */
      readonly from: string | undefined;
    };

/** A stage of a Dockerfile with what it says about containers of it. */
export interface DockerfileStage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly DockerfileStep[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string | undefined;
  readonly volumes: readonly string[];
  readonly stopSignal: string | undefined;
  /** The program and its arguments; empty when the stage names none. */
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

type MutableStage = { -readonly [Key in keyof DockerfileStage]: DockerfileStage[Key] };

/** Reads the stages of a Dockerfile. Throws at an instruction that this reader does not know, so that none is passed over. */
export function readDockerfile(text: string): readonly DockerfileStage[] {
  const stages: MutableStage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const texts = instruction.getArguments().map((argument) => argument.getValue());
    if (instruction.getKeyword() === 'FROM') {
      stages.push(emptyStage(texts));
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${instruction.getKeyword()} stands before the first FROM.`);
    readInstruction(stage, instruction, texts);
  }
  return stages;
}

function emptyStage([base = '', keyword, name = '']: readonly string[]): MutableStage {
  if (keyword?.toUpperCase() !== 'AS') throw new Error(`The stage of ${base} has no name.`);
  return {
    name,
    base,
    steps: [],
    environment: {},
    user: undefined,
    volumes: [],
    stopSignal: undefined,
    command: [],
    healthCheck: [],
  };
}

type ParsedInstruction = ReturnType<ReturnType<typeof DockerfileParser.parse>['getInstructions']>[number];

function readInstruction(stage: MutableStage, instruction: ParsedInstruction, texts: string[]): void {
  const content = instruction.getArgumentsContent() ?? '';
  const keyword = instruction.getKeyword();
  switch (keyword) {
    case 'WORKDIR':
      stage.steps = [...stage.steps, { kind: 'workdir', path: content }];
      break;
    case 'RUN':
      stage.steps = [...stage.steps, { kind: 'run', command: content }];
      break;
    case 'COPY': {
      // The parser has a class for each keyword.
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined;
      const step = { kind: 'copy', sources: texts.slice(0, -1), target: texts.at(-1) ?? '', from } as const;
      stage.steps = [...stage.steps, step];
      break;
    }
    case 'ENV': {
      const pairs = (instruction as Env).getProperties().map((pair) => [pair.getName(), pair.getValue()]);
      stage.environment = { ...stage.environment, ...Object.fromEntries(pairs) };
      break;
    }
    case 'USER':
      stage.user = content;
      break;
    case 'STOPSIGNAL':
      stage.stopSignal = content;
      break;
    case 'VOLUME':
      stage.volumes = jsonTexts(instruction);
      break;
    case 'CMD':
      stage.command = jsonTexts(instruction);
      break;
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(content.slice(content.indexOf('['))) as string[];
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`The reader of the Dockerfile does not know ${keyword}.`);
  }
}

function jsonTexts(instruction: ParsedInstruction): string[] {
  return (instruction as JSONInstruction).getJSONStrings().map((text) => text.getJSONValue());
}
