package tiv;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rewriter is the one in java/tiv, by the library for class files of Java 24. */
final class Rewriter implements ClassTransform {
    private static final int OLDEST_WITH_FRAMES = 50;
    private static final ClassDesc CALLS = ClassDesc.of("tiv.Calls"), OBJECT = ConstantDescs.CD_Object;
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_void, OBJECT, OBJECT, ConstantDescs.CD_int);
    private static final MethodTypeDesc EXIT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc OF_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void, OBJECT);
    private static final MethodTypeDesc DONE = MethodTypeDesc.of(ConstantDescs.CD_void);
    private final Map<String, Integer> methods = new HashMap<>();
    private final Map<String, String> moves = new HashMap<>();
    private boolean objects;

    /**
     * Returns a class file with other methods, or null. Each word of chosen is the name and
     * type of a method, "=" and its number, or these, "!" and "put", "run", "first" or "gets": how it
     * moves items; or "new": constructors report their object.
     */
    static byte[] rewrite(byte[] file, String chosen) {
        // The frames of a method stay valid: only that of the handler is new.
        ClassFile library = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
        ClassModel model = library.parse(file);
        if (model.majorVersion() < OLDEST_WITH_FRAMES) {
            return null;
        }
        Rewriter rewriter = new Rewriter();
        for (String word : chosen.split(" ")) {
            int at = word.lastIndexOf('='), move = word.lastIndexOf('!');
            if (move > at) {
                rewriter.moves.put(word.substring(0, move), word.substring(move + 1));
            } else if (at < 0) {
                rewriter.objects = true;
            } else {
                rewriter.methods.put(word.substring(0, at), Integer.parseInt(word.substring(at + 1)));
            }
        }
        return library.transformClass(model, rewriter);
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
        if (element instanceof MethodModel m && m.code().isPresent()) {
            String name = m.methodName().stringValue();
            Integer number = methods.get(name + m.methodType().stringValue());
            boolean made = objects && name.equals("<init>");
            String move = moves.getOrDefault(name + m.methodType().stringValue(), "");
            if (number != null || made || !move.isEmpty()) {
                CodeTransform body = new Body(m, number == null ? -1 : number, made, move);
                builder.transformMethod(m, MethodTransform.transformingCode(body));
                return;
            }
        }
        builder.with(element);
    }

    /** Body inserts the calls into one method; number is -1 if its calls are not reported. */
    private static final class Body implements CodeTransform {
        private final int number;
        private final boolean made, isStatic, puts, runs, first, gets;
        private final List<ClassDesc> arguments;
        private final List<StackMapFrameInfo> frames = new ArrayList<>();
        private boolean begun;
        private int unfinished; // objects that have no constructor called yet
        private Label begin;

        Body(MethodModel m, int number, boolean made, String move) {
            this.number = number;
            this.made = made;
            puts = move.equals("put");
            runs = move.equals("run");
            first = move.equals("first");
            gets = move.equals("gets");
            isStatic = m.flags().has(AccessFlag.STATIC);
            arguments = m.methodTypeSymbol().parameterList();
            begun = !m.methodName().stringValue().equals("<init>");
            m.code().get().findAttribute(Attributes.stackMapTable()).ifPresent(table -> frames.addAll(table.entries()));
        }

        @Override
        public void atStart(CodeBuilder builder) {
            if (begun) {
                enter(builder);
            }
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                if (gets) {
                    builder.dup().invokestatic(CALLS, "got", OF_OBJECT);
                }
                exit(builder);
            }
            builder.with(element);
            if (!begun && element instanceof NewObjectInstruction) {
                unfinished++;
            } else if (!begun && element instanceof InvokeInstruction i && i.name().stringValue().equals("<init>") && --unfinished < 0) {
                begun = true;
                enter(builder);
            }
        }

        private void enter(CodeBuilder builder) {
            if (made) {
                builder.aload(0).invokestatic(CALLS, "made", OF_OBJECT);
            }
            if (number >= 0) {
                enterCall(builder);
            }
            if (puts) {
                int first = 0;
                while (arguments.get(first).isPrimitive()) {
                    first++;
                }
                builder.aload(builder.parameterSlot(first)).invokestatic(CALLS, "put", OF_OBJECT);
            }
            if (runs) {
                builder.aload(0).invokestatic(CALLS, "begin", OF_OBJECT);
            }
            if (first) {
                builder.aload(builder.parameterSlot(0)).invokestatic(CALLS, "first", OF_OBJECT);
            }
            if (gets) {
                builder.invokestatic(CALLS, "asks", DONE);
            }
            if (number >= 0 || runs) {
                begin = builder.newBoundLabel();
            }
        }

        private void enterCall(CodeBuilder builder) {
            if (isStatic) {
                builder.aconst_null();
            } else {
                builder.aload(0);
            }
            if (!arguments.isEmpty() && !arguments.get(0).isPrimitive()) {
                builder.aload(builder.parameterSlot(0));
            } else {
                builder.aconst_null();
            }
            builder.loadConstant(number).invokestatic(CALLS, "enter", ENTER);
        }

        private void exit(CodeBuilder builder) {
            if (runs) {
                builder.invokestatic(CALLS, "done", DONE);
            }
            if (number >= 0) {
                builder.loadConstant(number).invokestatic(CALLS, "exit", EXIT);
            }
        }

        @Override
        public void atEnd(CodeBuilder builder) {
            if (begin != null) {
                Label handler = builder.newBoundLabel();
                builder.exceptionCatchAll(begin, handler, handler);
                frames.add(StackMapFrameInfo.of(handler, List.of(), List.of(ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable))));
                exit(builder);
                builder.athrow();
            }
            if (!frames.isEmpty()) {
                builder.with(StackMapTableAttribute.of(frames));
            }
        }
    }
}
