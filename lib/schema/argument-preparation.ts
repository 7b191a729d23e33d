import type { ArgumentDescription } from './argument-description.js';
import type { TextCoercion } from './argument-coercion.js';
import { textCoercion } from './argument-coercion.js';
import { BODY_ARGUMENT } from './body-arguments.js';
import { headerTextProblem } from './header-text.js';
import type {
  ArgumentPolicy,
  ArgumentProblem,
  PreparedArguments,
} from './interfaces/input-plan.interface.js';
import type { ParameterSource } from './interfaces/route-parameter.interface.js';
import type { SchemaValidator } from './schema-compiler.js';
import { typesOf } from './type-schemas.js';
import { describeMistype, MORE_PROBLEMS, MOST_PROBLEMS } from './validation-problems.js';

type Arguments = Readonly<Record<string, unknown>>;

interface KnownArgument {
  readonly source: ParameterSource;
  readonly isRequired: boolean;
  readonly coerce?: TextCoercion;
  /** The types that callers are shown. */
  readonly types: readonly string[];
}

export interface PreparationPlan {
  readonly arguments: readonly Pick<
    ArgumentDescription,
    'name' | 'source' | 'target' | 'listed' | 'accepted' | 'isRequired'
  >[];
  /** Arguments of other names are taken as well. */
  readonly isOpen: boolean;
  /** A caller may put the body's properties in an argument `body`, too. */
  readonly isBodyFlat: boolean;
}

/** Checks the arguments of one tool, and leaves out what is not meant for the route. */
export class ArgumentPreparation {
  private readonly known = new Map<string, KnownArgument>();
  /** The names of arguments by the names that they have in the request, where these are others. */
  private readonly namesByTarget = new Map<string, string>();
  private readonly headers: readonly string[];
  private readonly ignored: ReadonlySet<string>;
  private readonly unwrapsBody: boolean;

  constructor(
    private readonly plan: PreparationPlan,
    private readonly policy: ArgumentPolicy,
    private readonly validate: SchemaValidator,
  ) {
    for (const { name, source, target = name, listed, accepted, isRequired } of plan.arguments) {
      if (target !== name) {
        this.namesByTarget.set(target, name);
      }
      this.known.set(name, {
        source,
        isRequired,
        coerce: source === 'body' ? undefined : textCoercion(accepted),
        types: [...typesOf(listed)],
      });
    }
    this.headers = plan.arguments.filter(({ source }) => source === 'header').map(({ name }) => name);
    this.ignored = new Set(policy.ignoredArguments);
    this.unwrapsBody = plan.isBodyFlat && !this.known.has(BODY_ARGUMENT);
  }

  prepare(args: Arguments): PreparedArguments {
    const problems: ArgumentProblem[] = [];
    const kept = this.select(args, problems);
    problems.push(...this.validate(this.coerce(kept)).map((problem) => this.inListedTerms(problem, kept)));
    for (const name of this.headers) {
      const message = headerTextProblem(kept[name]);
      if (message !== undefined) {
        problems.push({ path: name, message });
      }
    }
    return problems.length > 0 ? { problems } : { arguments: kept };
  }

  /** More is taken for a text than is shown: what cannot be one is told the types that are shown. */
  private inListedTerms(problem: ArgumentProblem, args: Arguments): ArgumentProblem {
    const known = this.known.get(problem.path);
    const value = args[problem.path];
    const isText = typeof value !== 'object' || (Array.isArray(value) && known?.types.includes('array'));
    return !known || known.source === 'body' || known.types.length === 0 || isText
      ? problem
      : { path: problem.path, message: describeMistype(known.types, value) };
  }

  /** The arguments that are meant for the route: the given ones when all are. */
  private select(args: Arguments, problems: ArgumentProblem[]): Arguments {
    const names = Object.keys(args);
    if (names.every((name) => this.isKept(name, args[name]))) {
      return args;
    }
    const kept: Record<string, unknown> = {};
    for (const name of names) {
      const value = args[name];
      if (this.isKept(name, value)) {
        kept[name] = value;
      }
    }
    for (const name of names.filter((name) => !this.known.has(name))) {
      const real = this.namesByTarget.get(name);
      if (real !== undefined && !Object.hasOwn(args, real)) {
        if (this.isKept(real, args[name])) {
          kept[real] = args[name];
        }
      } else if (name === BODY_ARGUMENT && this.unwrapsBody && isRecord(args[name])) {
        this.unwrapBody(args[name], kept, problems);
      } else if (!Object.hasOwn(kept, name) && !this.ignored.has(name)) {
        this.reportUnknown(name, problems);
      }
    }
    return kept;
  }

  private isKept(name: string, value: unknown): boolean {
    const known = this.known.get(name);
    if (known) {
      return value !== null || known.source === 'body' || known.isRequired;
    }
    // Where any name may be meant, none can be left out as a client's own. `__proto__` can only be meant to do harm: no
    // request that is parsed as JSON or as a query has it.
    return this.plan.isOpen && name !== '__proto__';
  }

  private unwrapBody(body: Arguments, kept: Record<string, unknown>, problems: ArgumentProblem[]): void {
    for (const property of Object.keys(body)) {
      const isName = this.known.get(property)?.source === 'body';
      const name = isName ? property : (this.namesByTarget.get(property) ?? property);
      if (this.known.get(name)?.source !== 'body') {
        this.reportUnknown(property, problems, `${BODY_ARGUMENT}.`);
      } else if (Object.hasOwn(kept, name)) {
        problems.push({ path: name, message: `is given twice: beside "${BODY_ARGUMENT}" and in it` });
      } else {
        kept[name] = body[property];
      }
    }
  }

  private reportUnknown(name: string, problems: ArgumentProblem[], prefix = ''): void {
    if (this.policy.unknownArguments === 'ignore' || problems.length > MOST_PROBLEMS) {
      return;
    }
    if (problems.length === MOST_PROBLEMS) {
      problems.push(MORE_PROBLEMS);
      return;
    }
    const known = [...this.known.keys()];
    problems.push({
      path: prefix + name,
      message:
        `unknown argument ${JSON.stringify(prefix + name)}; ` +
        (known.length > 0 ? `known arguments: ${known.join(', ')}` : 'this tool takes none'),
    });
  }

  /** A copy with every text read as what it stands for; the given arguments when there is nothing to read. */
  private coerce(args: Arguments): Arguments {
    let coerced: Record<string, unknown> | undefined;
    for (const [name, { coerce }] of this.known) {
      if (!coerce || !Object.hasOwn(args, name)) {
        continue;
      }
      const value = coerce(args[name]);
      if (value !== args[name]) {
        coerced ??= { ...args };
        coerced[name] = value;
      }
    }
    return coerced ?? args;
  }
}

function isRecord(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
