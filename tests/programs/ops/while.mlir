// The specification's example.
func.func @main() {
  %init_i = stablehlo.constant dense<1> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %results0, %results1 = "stablehlo.while"(%init_i, %init_sum) ({
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %cond = "stablehlo.compare"(%arg0, %ten) {
        comparison_direction = #stablehlo<comparison_direction LT>
      } : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %cond : tensor<i1>
  }, {
    ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
      %new_sum = stablehlo.add %arg1, %one : tensor<i64>
      %new_i = stablehlo.add %arg0, %one : tensor<i64>
      stablehlo.return %new_i, %new_sum : tensor<i64>, tensor<i64>
  }) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %results0, dense<10> : tensor<i64>
  check.expect_eq_const %results1, dense<9> : tensor<i64>
  func.return
}
// -----
// No round; a condition that is not a comparison; loops inside loops; values from outside.
func.func @main() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.while(%x = %three) : tensor<i32> cond {
    stablehlo.return %no : tensor<i1>
  } do {
    stablehlo.return %one : tensor<i32>
  }
  check.expect_eq_const %0, dense<3> : tensor<i32>
  %1:2 = stablehlo.while(%again = %yes, %x = %zero) : tensor<i1>, tensor<i32> cond {
    stablehlo.return %again : tensor<i1>
  } do {
    stablehlo.return %no, %three : tensor<i1>, tensor<i32>
  }
  check.expect_eq_const %1#1, dense<3> : tensor<i32>
  %2:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32> cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %inner:2 = stablehlo.while(%j = %zero, %s = %sum) : tensor<i32>, tensor<i32> cond {
      %c = stablehlo.compare LE, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k = stablehlo.add %j, %one : tensor<i32>
      %t = stablehlo.add %s, %next : tensor<i32>
      stablehlo.return %k, %t : tensor<i32>, tensor<i32>
    }
    stablehlo.return %next, %inner#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %2#1, dense<14> : tensor<i32>
  func.return
}
// -----
// A state of no values, a token, and one that grows under a dynamic type.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.constant dense<[1]> : tensor<1xi32>
  %t = stablehlo.create_token : !stablehlo.token
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %token = %t) : tensor<i32>, tensor<?xi32>, !stablehlo.token cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %j, %b, %token : tensor<i32>, tensor<?xi32>, !stablehlo.token
  }
  %1 = stablehlo.get_dimension_size %0#1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<8> : tensor<i32>
  func.return
}
// -----
// Quantized values through all of control flow.
!q = !quant.uniform<i8:f32, 0.5>
func.func private @id(%x: tensor<2x!q>) -> tensor<2x!q> {
  return %x : tensor<2x!q>
}
func.func @main() {
  %x = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!q>
  %z = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!q>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = call @id(%x) : (tensor<2x!q>) -> tensor<2x!q>
  %1:2 = stablehlo.while(%a = %0, %go = %p) : tensor<2x!q>, tensor<i1> cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<false> : tensor<i1>
    %b = stablehlo.add %a, %a : tensor<2x!q>
    stablehlo.return %b, %no : tensor<2x!q>, tensor<i1>
  }
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %1#0 : tensor<2x!q>
  }, {
    stablehlo.return %x : tensor<2x!q>
  }) : (tensor<i1>) -> tensor<2x!q>
  %3 = "stablehlo.case"(%i) ({
    stablehlo.return %2 : tensor<2x!q>
  }) : (tensor<i32>) -> tensor<2x!q>
  %4 = stablehlo.composite "a.id" %3 {decomposition = @id} : (tensor<2x!q>) -> tensor<2x!q>
  %5 = stablehlo.optimization_barrier %4 : tensor<2x!q>
  %6 = stablehlo.tuple %5 : tuple<tensor<2x!q>>
  %7 = stablehlo.get_tuple_element %6[0] : (tuple<tensor<2x!q>>) -> tensor<2x!q>
  %8 = "stablehlo.all_reduce"(%7) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x!q>) -> tensor<2x!q>
  %9 = stablehlo.pad %8, %z, low = [1], high = [0], interior = [0] : (tensor<2x!q>, tensor<!q>) -> tensor<3x!q>
  %10 = stablehlo.uniform_dequantize %9 : (tensor<3x!q>) -> tensor<3xf32>
  check.expect_eq_const %10, dense<[1.5, 1.0, 2.0]> : tensor<3xf32>
  check.expect_eq_const %9, dense<[3, 2, 4]> : tensor<3xi8>
  return
}
